/** Event property that tells which import took the event: the import's number. */
export const IMPORT_PROPERTY = '$import_id';
