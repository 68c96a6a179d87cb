/**
 * Makes the lists and texts of property tests as long as their `maxLength` allows. By itself fast-check only forbids
 * longer ones: nearly all have ten parts at most.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });
