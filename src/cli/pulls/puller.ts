/** What a product's API can be asked for. */
import type { ForeignRow } from '../../service/saved_files/foreign.ts';
import type { Client } from './client.ts';
import type { PullFolder } from './folder.ts';
import type { Pulled } from './pages.ts';

export interface Asked {
  readonly project: string | undefined;
  /** First and last day. */
  readonly since: string | undefined;
  readonly until: string;
  /** `until` if it was typed. */
  readonly said_until: string | undefined;
}

export interface Puller {
  /** Address of the product by default. */
  readonly host: string;
  /** Value of the header, for a key as typed. */
  authorization(key: string): string;
  /** Writes files into the folder. An import takes them in the order of their names. */
  pull(client: Client, folder: PullFolder, asked: Asked): AsyncGenerator<Pulled>;
  /** Insights, dashboards and the like, if the product has them in our form. */
  saved?(client: Client, asked: Asked): Promise<ForeignRow[]>;
}
