/** Keys of kept questions begin with this. All other kept results are answers. */
export const QUESTION_KEY = 'question:';
