/** Turns schema errors into our errors: the first problem, its field, and what is allowed. */
import type { z } from 'zod';
import { allowedText, type ErrorCode, ServiceError } from '../../model/error.ts';
import { counted } from './lists.ts';

export function inputError(error: z.ZodError): ServiceError {
  const issue = error.issues[0];
  if (!issue) return new ServiceError('invalid_input', 'The input does not fit.');
  const attr = issue.path.join('__');
  const options = attr === '' ? {} : { attr };
  return new ServiceError(codeOf(issue), messageOf(issue), options);
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  switch (issue.code) {
    case 'invalid_value':
      return 'invalid_choice';
    case 'too_big':
      return issue.origin === 'string' ? 'max_length' : 'invalid_input';
    case 'invalid_type':
      if (issue.input === undefined) return 'required';
      if (issue.input === null) return 'null';
      return issue.expected === 'array' ? 'not_a_list' : 'invalid_input';
    default:
      return 'invalid_input';
  }
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return allowedText(issue.values);
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      if (issue.input === null) return 'This field may not be null.';
      return wrongType(issue.expected);
    case 'too_big':
      return `Ensure this field ${atMost(issue.origin, issue.maximum)}.`;
    case 'too_small':
      return `Ensure this field ${atLeast(issue)}.`;
    default:
      return issue.message;
  }
}

function atMost(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `has no more than ${maximum} characters`;
  return origin === 'array' ? `has no more than ${maximum} items` : `is at most ${maximum}`;
}

function atLeast({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') return `has at least ${counted(Number(minimum), 'character')}`;
  if (origin === 'array') return `has at least ${counted(Number(minimum), 'item')}`;
  return inclusive === false ? `is above ${minimum}` : `is at least ${minimum}`;
}

function wrongType(expected: string): string {
  switch (expected) {
    case 'boolean':
      return 'Must be a valid boolean.';
    case 'int':
      return 'A valid integer is required.';
    case 'number':
      return 'A valid number is required.';
    case 'array':
      return 'Expected a list of items.';
    default:
      return `Expected ${expected === 'object' || expected === 'record' ? 'an object' : `a ${expected}`}.`;
  }
}
