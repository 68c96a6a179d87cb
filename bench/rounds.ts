/** How many filters never asked before each question gets. */
export const ROUNDS = 8;
