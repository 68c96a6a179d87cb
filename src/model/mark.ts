/** Texts in answers that mean something of their own. No schemas here: the computing thread starts without them. */

/** Stands for the middle of a path that is longer than its limit. */
export const LEFT_OUT = '...';
/** Joins the parts of a correlated event's key: event::property::value. */
export const KEY_MARK = '::';
/** Joins what happened to an element and the element's chain. */
export const ELEMENT_MARK = '__~~__';
