/** Settings of the browser library, in its own format. */
import type { Project } from '../../model/saved/project.ts';

/** Where the browser library should send events. */
const EVENTS_PATH = '/i/v0/e/';

/** Everything off that needs a server we are not; all of it where no project has the token. */
export function remoteConfig(token: string, project: Project | undefined): Record<string, unknown> {
  return {
    token,
    supportedCompression: ['gzip', 'gzip-js'],
    hasFeatureFlags: false,
    captureDeadClicks: false,
    capturePerformance: false,
    autocapture_opt_out: project?.autocapture_opt_out ?? true,
    autocaptureExceptions: false,
    analytics: { endpoint: EVENTS_PATH },
    elementsChainAsString: true,
    sessionRecording: false,
    surveys: false,
    productTours: false,
    conversations: false,
    logs: { captureConsoleLogs: false },
    heatmaps: false,
    defaultIdentifiedOnly: true,
    siteApps: [],
    isAuthenticated: false,
    toolbarParams: {},
    config: { enable_collect_everything: true },
  };
}

/** Same as a script; JSON inside must not end the script or break a line. */
export function remoteConfigScript(token: string, project: Project | undefined): string {
  const json = JSON.stringify(remoteConfig(token, project)).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const key = JSON.stringify(token).replaceAll('<', '\\u003c');
  return `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG[${key}]={config:${json},siteApps:[]};})();`;
}

/** What the library asks for besides, by path: each has a list, which is empty. */
export const EMPTY_LISTS: Readonly<Record<string, string>> = {
  '/api/surveys': 'surveys',
  '/api/early_access_features': 'earlyAccessFeatures',
  '/api/web_experiments': 'experiments',
  '/api/product_tours': 'product_tours',
};
