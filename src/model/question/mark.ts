/** Texts with a special meaning in answers. Free of schemas: the computing thread starts without them. */

/** Stands for the middle of a path longer than its limit. */
export const LEFT_OUT = '...';
/** Joins the parts of a correlated event's key: event::property::value. */
export const KEY_MARK = '::';
/** Joins what happened to an element and its chain. */
export const ELEMENT_MARK = '__~~__';
