/** /openapi.json is valid by the standard's own schema. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { startServer } from './support.ts';

test('the document is valid OpenAPI 3.1', async () => {
  const server = await startServer();
  const { status, body } = await server.get('/openapi.json', { key: null });
  expect(status).toBe(200);
  const validator = new Validator();
  const { valid, errors } = await validator.validate(body);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe('3.1');
});
