/** Whether V8 refused to make a text or an array, as it would be longer than any can be. */
export function isTooLong(error: unknown): boolean {
  return (
    error instanceof RangeError && /^Invalid (string|array|typed array) length|^Array buffer alloc/.test(error.message)
  );
}
