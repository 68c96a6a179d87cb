/** Operations by name, as tests ask them. */
import { operationNamed } from '../../src/service/operations/index.ts';

/** What every host takes: of a tool, and in a list of them. Nobody can send more, so these are no limits of ours. */
export const HOSTS_TAKE = { description_chars: 1_024, schema_chars: 8_192, tools: 25 } as const;

export const computeTrend = operationNamed('compute_trend');
export const readTrend = operationNamed('read_trend');
export const computeFunnel = operationNamed('compute_funnel');
export const readFunnel = operationNamed('read_funnel');
export const computeFunnelCorrelation = operationNamed('compute_funnel_correlation');
export const readFunnelCorrelation = operationNamed('read_funnel_correlation');
export const computePath = operationNamed('compute_path');
export const readPath = operationNamed('read_path');
export const computeRetention = operationNamed('compute_retention');
export const readRetention = operationNamed('read_retention');
