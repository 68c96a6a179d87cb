/** Number of new filters per question. */
export const ROUNDS = 8;
