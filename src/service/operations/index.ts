/** The operation table, in the order of the interface. Every face is made of it. */
import type { Operation } from '../operation.ts';
import { getActivity } from './activity.ts';
import { describeProject } from './describe.ts';
import { computeFunnel, readFunnel } from './funnel.ts';
import { listGroupTypes, renameGroupType } from './groups.ts';
import { createOperation, deleteOperation, softDeleteOperation, updateOperation } from './insight_writes.ts';
import { getInsight, listInsights, markInsightViewed, myLastViewed } from './insights.ts';
import { getProject, listProjects } from './project.ts';
import { getInsightSharing } from './sharing.ts';
import { computeTrend, readTrend } from './trend.ts';

export const OPERATIONS: readonly Operation[] = [
  listInsights,
  createOperation,
  getInsightSharing,
  getInsight,
  updateOperation,
  softDeleteOperation,
  deleteOperation,
  getActivity,
  markInsightViewed,
  readFunnel,
  computeFunnel,
  myLastViewed,
  readTrend,
  computeTrend,
  listGroupTypes,
  renameGroupType,
  // Beyond the interface.
  describeProject,
  listProjects,
  getProject,
];
