/** Event property with the number of the import that the event came with. */
export const IMPORT_PROPERTY = '$import_id';
