/** Picks the edges of an answer: within the weight limits, the largest, and only those reachable from a first step. */
import { leastOfLargest } from '../../../base/largest.ts';
import type { PathEdge, PathNumbers, PathQuery } from '../../../model/question/path.ts';
import type { EdgeSums } from '../../kernels/path/edges.ts';
import { sumFrom, sumHeaviest, type Thinning } from '../../kernels/path/heavy.ts';
import type { StepTexts } from './step_texts.ts';

/** Edge sums, with what is needed to compare them. */
interface Ranking {
  readonly sums: EdgeSums;
  /** index of a step's name -> its text. */
  readonly texts: StepTexts;
}

export function topEdges(log: Thinning, texts: StepTexts, query: PathQuery): PathNumbers {
  const { min_weight, max_weight, edge_limit } = query;
  const is_weighed = min_weight > 0 || max_weight < Number.POSITIVE_INFINITY;
  const { sums, is_whole } = is_weighed
    ? { sums: sumFrom(log, min_weight), is_whole: true }
    : sumHeaviest(log, edge_limit);
  const ranking: Ranking = { sums, texts };
  const weighed = edgesWithin(sums.count, min_weight, max_weight);
  const kept = largest(ranking, weighed, edge_limit);
  const edges = kept.map((edge) => describe(ranking, edge));
  const is_cut = weighed.length > kept.length || !is_whole;
  // With an explicit weight limit, unreachable edges stay.
  return { edges: is_weighed ? edges : withoutOrphans(edges), is_cut };
}

function edgesWithin(count: Uint32Array, min: number, max: number): Uint32Array {
  const edges = new Uint32Array(count.length);
  let found = 0;
  for (let edge = 0; edge < count.length; edge++) {
    if (count[edge]! >= min && count[edge]! <= max) edges[found++] = edge;
  }
  return edges.subarray(0, found);
}

/** The first `limit` edges in order. Keeps a sorted list; edges as small as its last one are compared by their texts. */
function largest(ranking: Ranking, edges: Uint32Array, limit: number): number[] {
  if (edges.length <= limit) return [...edges].sort((a, b) => compareEdges(ranking, a, b));
  const { count } = ranking.sums;
  const least = leastOfLargest(
    edges.map((edge) => count[edge]!),
    limit,
  );
  const best: number[] = [];
  for (const edge of edges) {
    if (count[edge]! < least) continue;
    if (best.length === limit) {
      if (compareEdges(ranking, edge, best[limit - 1]!) >= 0) continue;
      best.pop();
    }
    best.splice(indexFor(ranking, best, edge), 0, edge);
  }
  return best;
}

function indexFor(ranking: Ranking, best: readonly number[], edge: number): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEdges(ranking, best[middle]!, edge) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By falling count, then by the texts of source and target. */
function compareEdges(ranking: Ranking, a: number, b: number): number {
  const { count, source, target } = ranking.sums;
  const difference = count[b]! - count[a]!;
  if (difference !== 0) return difference;
  const names = ranking.texts.length;
  const step_a = Math.floor(source[a]! / names);
  const step_b = Math.floor(source[b]! / names);
  return (
    compareSteps(ranking, step_a, source[a]! % names, step_b, source[b]! % names) ||
    compareSteps(ranking, step_a + 1, target[a]!, step_b + 1, target[b]!)
  );
}

/** Sorts like `${step}_${name}`, without building the texts. */
function compareSteps({ texts }: Ranking, step_a: number, name_a: number, step_b: number, name_b: number): number {
  if (step_a !== step_b) return `${step_a + 1}_` < `${step_b + 1}_` ? -1 : 1;
  if (name_a === name_b) return 0;
  return texts.at(name_a) < texts.at(name_b) ? -1 : 1;
}

function describe({ sums, texts }: Ranking, edge: number): PathEdge {
  const { source, target, count, total_ms } = sums;
  return {
    step: Math.floor(source[edge]! / texts.length) + 1,
    source: texts.at(source[edge]! % texts.length),
    target: texts.at(target[edge]!),
    count: count[edge]!,
    total_ms: total_ms[edge]!,
  };
}

/** Keeps edges that lead from a first step over other kept edges. */
function withoutOrphans(edges: readonly PathEdge[]): PathEdge[] {
  /** step -> names reached. */
  const reached: Set<string>[] = [];
  const kept = new Set<PathEdge>();
  for (const edge of [...edges].sort((a, b) => a.step - b.step)) {
    if (edge.step > 1 && reached[edge.step]?.has(edge.source) !== true) continue;
    kept.add(edge);
    reached[edge.step + 1] ??= new Set();
    reached[edge.step + 1]!.add(edge.target);
  }
  return edges.filter((edge) => kept.has(edge));
}
