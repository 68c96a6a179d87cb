/**
 * Lists and texts of properties become as long as they say they may. Without this `maxLength` only forbids what is longer:
 * nearly all have ten parts at most.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });
