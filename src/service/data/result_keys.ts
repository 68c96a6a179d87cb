/** Stored results whose key begins with this are questions. All others are answers. */
export const QUESTION_KEY = 'question:';
