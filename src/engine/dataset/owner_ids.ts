/** Texts that name owners, as each person and each distinct id has one: whole columns to test, single texts to show. */
import { ascending } from '../../base/ascending.ts';
import type { DictionaryColumn, Value, Values } from '../frame/column.ts';
import { OnDemand } from '../frame/on_demand.ts';
import { SomeValues } from '../storage/some_values.ts';
import { type Room, Shelf } from './budget.ts';
import { type OwnTextColumn, OwnTexts } from './own_texts.ts';

type Kind = 'persons' | 'distincts';

/** What of a project names owners, as of now. */
export interface IdSource {
  /** Public ids of persons created or changed after a revision. */
  personIds(revision: number): Iterable<{ readonly ord: number; readonly id: string }>;
  personId(person: number): string | undefined;
  /** Texts of distinct ids from index `from` on, in order. */
  distinctTexts(from: number): Iterable<string>;
  distinctText(distinct: number): string | undefined;
}

interface Counted {
  readonly count: number;
  readonly revision: number;
}

/** Ids as of a revision. */
interface Ids {
  readonly texts: OwnTexts;
  readonly revision: number;
}

export class OwnerIds {
  readonly #source: IdSource;
  readonly #ids: Shelf<Ids>;
  readonly #shown = new Map<Kind, Counted & { readonly column: DictionaryColumn }>();

  constructor(source: IdSource, budget: Room) {
    this.#source = source;
    this.#ids = new Shelf<Ids>(budget, ({ texts }) => texts.bytes());
  }

  /** Owner -> text. */
  column(kind: Kind, { count, revision }: Counted): OwnTextColumn {
    const known = this.#ids.get(kind) ?? { texts: new OwnTexts(), revision: -1 };
    const { texts } = known;
    if (kind === 'persons' && known.revision < revision) {
      for (const { ord, id } of this.#source.personIds(known.revision)) texts.set(ord, id);
      this.#ids.put(kind, { texts, revision });
    } else if (kind === 'distincts' && texts.owners < count) {
      this.#addDistincts(texts, count);
      this.#ids.put(kind, { texts, revision });
    }
    return texts.column(count);
  }

  #addDistincts(texts: OwnTexts, count: number): void {
    let distinct = texts.owners;
    for (const text of this.#source.distinctTexts(distinct)) {
      // The store may be ahead of what this dataset was told.
      if (distinct >= count) break;
      texts.set(distinct++, text);
    }
  }

  /** The same for statements, which count by owners and show a few: no text is read before it is looked at. */
  shown(kind: Kind, now: Counted): DictionaryColumn {
    if (this.#ids.get(kind) !== undefined) return this.column(kind, now);
    const known = this.#shown.get(kind);
    if (known?.count === now.count && known.revision === now.revision) return known.column;
    const { count } = now;
    const one = (owner: number): string | undefined =>
      kind === 'persons' ? this.#source.personId(owner) : this.#source.distinctText(owner);
    const values = new TextsOnDemand(count, one, () => this.column(kind, now));
    const column: DictionaryColumn = { kind: 'dictionary', codes: ascending(count, 1), values };
    this.#shown.set(kind, { ...now, column });
    return column;
  }
}

/** Reading all texts takes as long as reading this share of them one by one. */
const WHOLE_SHARE = 1 / 64;

/** Code -> text of owner code - 1. No two have the same, but for those who were erased: of them there are no rows. */
export class TextsOnDemand extends OnDemand {
  readonly #text: (owner: number) => string | undefined;
  readonly #column: () => OwnTextColumn;

  constructor(owners: number, text: (owner: number) => string | undefined, column: () => OwnTextColumn) {
    super(owners + 1, WHOLE_SHARE);
    this.#text = text;
    this.#column = column;
  }

  protected override one(code: number): Value | undefined {
    return code === 0 ? null : (this.#text(code - 1) ?? null);
  }

  protected override all(): Values {
    const { codes, values } = this.#column();
    const by_code = new Uint32Array(this.length);
    by_code.set(codes, 1);
    return new SomeValues(values, by_code);
  }
}
