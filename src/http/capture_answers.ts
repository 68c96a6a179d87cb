/**
 * Answers for everything libraries ask besides sending events. There are no feature flags, surveys or recordings, and
 * the answers say so in the libraries' own format.
 */

/** Where the browser library should send events. */
const EVENTS_PATH = '/i/v0/e/';

/** Browser library settings: everything off that needs a server we are not. */
export function remoteConfig(token: string): Record<string, unknown> {
  return {
    token,
    supportedCompression: ['gzip', 'gzip-js'],
    hasFeatureFlags: false,
    captureDeadClicks: false,
    capturePerformance: false,
    autocapture_opt_out: true,
    autocaptureExceptions: false,
    analytics: { endpoint: EVENTS_PATH },
    elementsChainAsString: true,
    sessionRecording: false,
    surveys: false,
    heatmaps: false,
    defaultIdentifiedOnly: true,
    siteApps: [],
    isAuthenticated: false,
    toolbarParams: {},
    config: { enable_collect_everything: true },
  };
}

/** Same as a script; JSON inside must not end the script or break a line. */
export function remoteConfigScript(token: string): string {
  const json = JSON.stringify(remoteConfig(token)).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const key = JSON.stringify(token).replaceAll('<', '\\u003c');
  return `(function(){window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{};window._POSTHOG_REMOTE_CONFIG[${key}]={config:${json},siteApps:[]};})();`;
}

/** `/flags/?v=2`: no flags, computed without error. */
export function flagsAnswer(token: string, request_id: string, now_ms: number): Record<string, unknown> {
  return {
    ...remoteConfig(token),
    errorsWhileComputingFlags: false,
    flags: {},
    featureFlags: {},
    featureFlagPayloads: {},
    requestId: request_id,
    evaluatedAt: now_ms,
  };
}

/** For server libraries that evaluate flags locally. */
export function localFlags(): Record<string, unknown> {
  return { flags: [], group_type_mapping: {}, cohorts: {} };
}
