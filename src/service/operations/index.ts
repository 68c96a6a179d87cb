/** The operation table, in the order of the interface. Both faces are derived from it. */
import { must } from '../../base/assert.ts';
import { CLIENT_OPERATIONS } from '../clients/index.ts';
import type { Operation } from '../contract/operation.ts';
import { deleteImportOperation, deletePerson, deletePersonsInBulk, listImports } from '../erasing/operations.ts';
import { importEvents } from '../importing/import_events.ts';
import {
  getCurrentKey,
  getMe,
  getOrganization,
  listOrganizationMembers,
  listOrganizationProjects,
  listOrganizations,
} from './account.ts';
import { createAction, getAction, listActions, updateAction } from './actions.ts';
import { getActivity } from './activity.ts';
import { createAlert, getAlert, listAlerts, updateAlert } from './alerts.ts';
import { createAnnotation, getAnnotation, listAnnotations, updateAnnotation } from './annotations.ts';
import { listAuditLog } from './audit.ts';
import { changeOperation } from './change.ts';
import { createCohort, getCohort, listCohorts, updateCohort } from './cohorts.ts';
import { cancelComputation, recordTiming } from './computing.ts';
import { createDashboardOperation, getDashboard, listDashboards, updateDashboardOperation } from './dashboards.ts';
import {
  getEventByName,
  getEventDefinition,
  listEventDefinitions,
  listPropertyDefinitions,
  listPropertyValues,
} from './definitions.ts';
import { describeProject } from './describe.ts';
import { listEvents } from './events.ts';
import { listGroupTypes, renameGroupType } from './groups.ts';
import { INSIGHT_OPERATIONS } from './insight_kinds.ts';
import { createInsightOperation, deleteInsight, softDeleteInsight, updateInsightOperation } from './insight_writes.ts';
import { getInsight, listInsights, markInsightViewed, myLastViewed } from './insights.ts';
import { listPersons } from './persons.ts';
import {
  createOrganizationProject,
  createProject,
  getOrganizationProject,
  getProject,
  listProjects,
  updateOrganizationProject,
  updateProject,
} from './project.ts';
import { runQuery } from './query.ts';
import { getInsightSharing, refreshInsightSharing, shareInsight } from './sharing.ts';
import { executeSql, runSql } from './sql.ts';
import { readTaxonomy } from './taxonomy.ts';

export const OPERATIONS: readonly Operation[] = [
  listInsights,
  createInsightOperation,
  getInsightSharing,
  shareInsight,
  refreshInsightSharing,
  getInsight,
  updateInsightOperation,
  softDeleteInsight,
  deleteInsight,
  getActivity,
  markInsightViewed,
  cancelComputation,
  myLastViewed,
  ...INSIGHT_OPERATIONS,
  recordTiming,
  changeOperation,
  listGroupTypes,
  renameGroupType,
  // These are not in the interface we follow.
  listPersons,
  deletePerson,
  deletePersonsInBulk,
  listImports,
  importEvents,
  deleteImportOperation,
  listEvents,
  describeProject,
  listProjects,
  createProject,
  getProject,
  updateProject,
  listDashboards,
  createDashboardOperation,
  getDashboard,
  updateDashboardOperation,
  listEventDefinitions,
  listPropertyDefinitions,
  listPropertyValues,
  runQuery,
  runSql,
  listActions,
  createAction,
  getAction,
  updateAction,
  listAnnotations,
  createAnnotation,
  getAnnotation,
  updateAnnotation,
  listAlerts,
  createAlert,
  getAlert,
  updateAlert,
  listAuditLog,
  listCohorts,
  createCohort,
  getCohort,
  updateCohort,
  getMe,
  getCurrentKey,
  listOrganizations,
  getOrganization,
  listOrganizationProjects,
  listOrganizationMembers,
  getOrganizationProject,
  createOrganizationProject,
  updateOrganizationProject,
  getEventByName,
  getEventDefinition,
  executeSql,
  readTaxonomy,
  ...CLIENT_OPERATIONS,
];

/** Operations that faces and commands call themselves, with typed answers. */
export { describeProject, getDashboard, getInsight, listDashboards, listInsights, listProjects };

export function operationNamed(name: string): Operation {
  return must(
    OPERATIONS.find((operation) => operation.name === name),
    `operation ${name}`,
  );
}
