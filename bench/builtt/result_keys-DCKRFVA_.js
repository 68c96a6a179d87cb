// src/service/data/result_keys.ts
/** Keys of kept questions begin with it; all other kept results hold answers. */
const QUESTION_KEY = "question:";
export { QUESTION_KEY as t };
