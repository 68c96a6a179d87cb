/** Texts with a special meaning in answers. No schemas here, because the computing thread starts without them. */

/** Replaces the middle of a path that is longer than its limit. */
export const LEFT_OUT = '...';
/** Joins the parts of a correlated event's key: event::property::value. */
export const KEY_MARK = '::';
/** Joins an action on an element with the element's chain. */
export const ELEMENT_MARK = '__~~__';
