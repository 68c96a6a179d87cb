/** Operations by name, as tests ask them. */
import { operationNamed } from '../../src/service/operations/index.ts';

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
