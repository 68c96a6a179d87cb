/** Settings of the browser library, in its own format. */
import type { Project } from '../../model/saved/project.ts';

/** Where the browser library should send events. */
const EVENTS_PATH = '/i/v0/e/';

/** Everything that needs a server we do not have is off. Without a project for the token, autocapture is off, too. */
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

/** Like `remoteConfig`, as a script. The JSON in it must not end the script or break a line. */
export function remoteConfigScript(token: string, project: Project | undefined): string {
  const json = JSON.stringify(remoteConfig(token, project)).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const key = JSON.stringify(token).replaceAll('<', '\\u003c');
  return `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG[${key}]={config:${json},siteApps:[]};})();`;
}

/** Other lists that the library asks for: path -> name of the list, which is empty here. */
export const EMPTY_LISTS: Readonly<Record<string, string>> = {
  '/api/surveys': 'surveys',
  '/api/early_access_features': 'earlyAccessFeatures',
  '/api/web_experiments': 'experiments',
  '/api/product_tours': 'product_tours',
};
