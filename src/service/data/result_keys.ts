/** Keys of kept questions begin with it; all other kept results hold answers. */
export const QUESTION_KEY = 'question:';
