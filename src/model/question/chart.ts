/**
 * A chart's content before drawing: names and numbers, without colours, pixels or formatted figures. The picture, the
 * shared page, the chart in a chat and the terminal's chart are made from it.
 */

/** Where a tool result carries its chart: metadata that models do not read. */
export const CHART_META = 'insights-mcp/chart';

/** Number format. Seconds are durations; percent is 0 to 100. */
export type Unit = 'count' | 'number' | 'percent' | 'seconds';

/** A tool call that the chart offers. A point or control adds the missing arguments. */
export interface ChartCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Merged into the arguments of a ChartCall. */
export type Added = Readonly<Record<string, unknown>>;

/** Exclusive choices. Choosing one asks the question again. */
export interface Control {
  readonly label: string;
  readonly choices: readonly { readonly label: string; readonly added: Added; readonly is_on: boolean }[];
}

export interface ChartTable {
  readonly columns: readonly { readonly name: string; readonly unit: Unit | 'text' }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** How many more rows the full answer has. */
  readonly rows_left_out: number;
}

interface Frame {
  readonly title: string;
  /** What was counted, over which range, in which time zone. */
  readonly subtitle: readonly string[];
  /** The takeaway in one sentence; also the picture's alternative text. */
  readonly summary: string;
  /** Caveats: what is left out, still incomplete, or odd about the question. */
  readonly notes: readonly string[];
  /** Why there is nothing to draw; null if there is something. */
  readonly empty: string | null;
  readonly controls: readonly Control[];
  /** Asks the question again. */
  readonly ask: ChartCall | null;
  /** Lists the people behind a point, with the point's `people` merged in; null if they cannot be listed. */
  readonly listing: ChartCall | null;
  readonly table: ChartTable;
}

/** Points along the x axis: starts of periods on the project's wall clock, named as `dayName` does, or names. */
export type ChartAxis =
  | {
      readonly kind: 'time';
      readonly interval: string;
      readonly starts: readonly string[];
      /** Milliseconds since 1970 of points that do not follow each other: what lies between them is not known. */
      readonly instants?: readonly number[];
    }
  | { readonly kind: 'names'; readonly names: readonly string[]; readonly title: string };

export interface ChartSeries {
  readonly name: string;
  /** `previous` is a series in the period before; `rest` is the sum of everything without a line of its own. */
  readonly role: 'current' | 'previous' | 'rest';
  /** Index of its hue in the theme; fixed, so that colours stay when another series is hidden. */
  readonly hue: number;
  /** point -> value; null if there is none. */
  readonly values: readonly (number | null)[];
  /** For previous periods on a time axis: the starts of their own points. */
  readonly starts?: readonly string[];
  /** Arguments that list people, with the day of a point merged in; null if no particular people are behind it. */
  readonly people: Added | null;
}

export interface SeriesBody {
  readonly kind: 'series';
  readonly form: 'line' | 'area' | 'stacked' | 'bars';
  readonly unit: Unit;
  readonly axis: ChartAxis;
  readonly series: readonly ChartSeries[];
  /** Point -> people behind it in any series, if its day does not identify them; absent if the series' `people` do. */
  readonly people?: readonly (Added | null)[];
  /** An annotation at a point. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  /** Bounds that an alert watches. */
  readonly levels?: readonly { readonly value: number; readonly text: string; readonly side: 'lower' | 'upper' }[];
  /** Points that are incomplete or cut by the range. They are drawn differently. */
  readonly open: readonly number[];
  /** One of them is not over yet; the others are cut. */
  readonly is_running: boolean;
  /** Points are minimum and maximum of longer spans, so people cannot be listed by day. */
  readonly is_thinned: boolean;
}

/** One number, and the same number for the period before. */
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
  /** Whether their sum means something: averages have none, and people are counted under each of their values. */
  readonly adds_up: boolean;
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
  /** As of values. */
  readonly adds_up: boolean;
  /** `code`: ISO 3166-1 alpha-2, null if the name is not a country. Largest first. */
  readonly places: readonly {
    readonly code: string | null;
    readonly name: string;
    readonly value: number;
    readonly people: Added | null;
  }[];
}

interface StepsBody {
  readonly kind: 'steps';
  /** `count`: how many reached it, in groups that are not drawn, too. */
  readonly steps: readonly { readonly name: string; readonly count: number }[];
  /** One, or one per value of a breakdown. */
  readonly groups: readonly {
    readonly name: string | null;
    readonly hue: number;
    /** step -> how many reached it. */
    readonly counts: readonly number[];
    /** step -> median seconds since the step before; null for the first step, and without people. */
    readonly median_s: readonly (number | null)[];
    readonly people: readonly (Added | null)[];
    readonly lost: readonly (Added | null)[];
  }[];
}

/** People who started in a period, and how many of them came back later. */
interface CohortsBody {
  readonly kind: 'cohorts';
  readonly form: 'triangle' | 'curve';
  /** Names of later periods. The first is the start itself. */
  readonly columns: readonly string[];
  /** Breakdown values by size, largest first; otherwise periods in order of time. */
  readonly rows: readonly {
    readonly name: string;
    readonly size: number;
    /** column -> people; null if it is in the future. */
    readonly values: readonly (number | null)[];
    /** First incomplete column; the number of columns if all are complete. */
    readonly open_from: number;
    readonly people: Added | null;
  }[];
  /** column -> percent over all rows whose period is complete. */
  readonly mean: readonly (number | null)[];
}

interface FlowBody {
  readonly kind: 'flow';
  /** `step` from 1; ids contain the step, so there are no cycles. */
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
  /** Most telling first; odds above 1 favour success. */
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
