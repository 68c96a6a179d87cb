/** What the user says about files; whatever is left out is found out by looking at each. */
import { ServiceError } from '../../model/error.ts';

/** As typed. */
export interface FileOptions {
  readonly map?: string;
}

export interface FileSettings {
  readonly map: ColumnMap;
}

/** CSV column -> name in the event; columns without a pair become properties of their own name. */
export type ColumnMap = ReadonlyMap<string, string>;

/** @throws ServiceError for what cannot be understood */
export function parseFileOptions(options: FileOptions): FileSettings {
  return { map: parseColumnMap(options.map) };
}

/** `event=name,distinct_id=user_id` (field = column) -> column -> field. @throws ServiceError */
function parseColumnMap(text: string | undefined): ColumnMap {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair) => {
      const [field, column, ...rest] = pair.split('=').map((part) => part.trim());
      if (!field || !column || rest.length > 0) {
        throw new ServiceError(
          'invalid_input',
          `--map takes pairs like event=name,distinct_id=user_id; "${pair}" is none.`,
        );
      }
      return [column, field];
    }),
  );
}
