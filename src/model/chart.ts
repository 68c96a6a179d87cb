/**
 * What a chart says, before anybody draws it: names and numbers, no colours, no pixels, no formatted figures. The picture,
 * the shared page, the chart in a chat and the terminal are all made of this.
 */

/** Where a tool's result carries its chart: among what is not for the model. */
export const CHART_META = 'insights-mcp/chart';

/** How a number is written. Seconds are lengths of time; percent is 0 to 100. */
export type Unit = 'count' | 'number' | 'percent' | 'seconds';

/** A tool call that a reader may make from the chart: `arguments` are complete but for what a point or a control adds. */
export interface ChartCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Added to the arguments of a ChartCall. */
export type Added = Readonly<Record<string, unknown>>;

/** A row of choices, of which one holds: chosen, it asks the question again. */
export interface Control {
  readonly label: string;
  readonly choices: readonly { readonly label: string; readonly added: Added; readonly is_on: boolean }[];
}

export interface ChartTable {
  readonly columns: readonly { readonly name: string; readonly unit: Unit | 'text' }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** So many more are in the whole answer. */
  readonly rows_left_out: number;
}

interface Frame {
  readonly title: string;
  /** What was counted, over which range, in which time zone. */
  readonly subtitle: readonly string[];
  /** The one sentence a reader should take away; stands for the picture where it cannot be seen. */
  readonly summary: string;
  /** What a reader has to know to read it right: what is left out, what still runs, what is odd about the question. */
  readonly notes: readonly string[];
  /** Why there is nothing to draw; null where there is. */
  readonly empty: string | null;
  readonly controls: readonly Control[];
  /** Asks the question again. */
  readonly ask: ChartCall | null;
  /** Lists the people behind a point, once the point's `people` are added; null where that cannot be asked. */
  readonly listing: ChartCall | null;
  readonly table: ChartTable;
}

/** Points along the bottom: times by their starts on the project's wall clock, or names. */
export type ChartAxis =
  | { readonly kind: 'time'; readonly interval: string; readonly starts: readonly string[] }
  | { readonly kind: 'names'; readonly names: readonly string[]; readonly title: string };

export interface ChartSeries {
  readonly name: string;
  /** `previous` is that of the series `of`; `rest` is all that has no line of its own. */
  readonly role: 'current' | 'previous' | 'rest';
  /** Which of the theme's hues it has, from 0: given once, so that nothing changes colour when another is switched off. */
  readonly hue: number;
  /** point -> value; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Of previous periods: the starts of their own points, where the axis is one of times. */
  readonly starts?: readonly string[];
  /** With the day of a point added; null where nobody in particular is behind it. */
  readonly people: Added | null;
}

export interface SeriesBody {
  readonly kind: 'series';
  readonly form: 'line' | 'area' | 'stacked' | 'bars';
  readonly unit: Unit;
  readonly axis: ChartAxis;
  readonly series: readonly ChartSeries[];
  /** What happened at a point: a release, a campaign. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  /** Numbers that an alert watches for. */
  readonly levels?: readonly { readonly value: number; readonly text: string; readonly side: 'lower' | 'upper' }[];
  /** Points that are not over yet, or that the range cuts: they are drawn apart. */
  readonly open: readonly number[];
  /** Points are the lowest and the highest of longer spans: nobody can be listed by day. */
  readonly is_thinned: boolean;
}

/** One number, with the one before it. */
interface NumberBody {
  readonly kind: 'number';
  readonly unit: Unit;
  readonly value: number;
  readonly before: number | null;
  readonly people: Added | null;
}

/** A number for each name, largest first. */
interface ValuesBody {
  readonly kind: 'values';
  readonly unit: Unit;
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly before: number | null;
    readonly hue: number;
    readonly people: Added | null;
  }[];
}

interface MapBody {
  readonly kind: 'map';
  readonly unit: Unit;
  /** `code`: ISO 3166-1 alpha-2, null where the name is no country. Largest first. */
  readonly places: readonly {
    readonly code: string | null;
    readonly name: string;
    readonly value: number;
    readonly people: Added | null;
  }[];
}

interface StepsBody {
  readonly kind: 'steps';
  readonly steps: readonly { readonly name: string }[];
  /** One, or one per value of a breakdown. */
  readonly groups: readonly {
    readonly name: string | null;
    readonly hue: number;
    /** step -> how many got there, and how long it took from the step before, in seconds. */
    readonly counts: readonly number[];
    readonly median_s: readonly (number | null)[];
    readonly people: readonly (Added | null)[];
    readonly lost: readonly (Added | null)[];
  }[];
}

/** Who started in a period, and how many came back later. */
interface CohortsBody {
  readonly kind: 'cohorts';
  readonly form: 'triangle' | 'curve';
  /** Later periods by name, the first is the start itself. */
  readonly columns: readonly string[];
  /** Largest start first only where rows are values; else by time. */
  readonly rows: readonly {
    readonly name: string;
    readonly size: number;
    /** column -> people; null where it has not happened yet. */
    readonly values: readonly (number | null)[];
    /** The first column that is not over; as many as there are columns where all are. */
    readonly open_from: number;
    readonly people: Added | null;
  }[];
  /** column -> share in percent over all rows whose period is over. */
  readonly mean: readonly (number | null)[];
}

interface FlowBody {
  readonly kind: 'flow';
  /** `step` from 1; an id carries its step, so that there are no circles. */
  readonly nodes: readonly { readonly id: string; readonly step: number; readonly name: string }[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly value: number;
    readonly average_s: number;
    readonly people: Added | null;
  }[];
}

interface OddsBody {
  readonly kind: 'odds';
  /** Most telling first; odds above 1 go with success. */
  readonly rows: readonly {
    readonly name: string;
    readonly odds: number;
    readonly with_success: number;
    readonly with_failure: number;
    readonly people: Added | null;
  }[];
}

interface BoardBody {
  readonly kind: 'board';
  readonly charts: readonly Chart[];
}

type Body = SeriesBody | NumberBody | ValuesBody | MapBody | StepsBody | CohortsBody | FlowBody | OddsBody | BoardBody;
export type ChartKind = Body['kind'];
export type Chart = Frame & Body;
export type ChartOf<K extends ChartKind> = Frame & Extract<Body, { kind: K }>;
export type ChartFrame = Frame;
