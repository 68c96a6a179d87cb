import { BUSINESS_PROBE } from './business.ts';
import { CROWD_PROBE } from './crowd.ts';
import { DECADE_PROBE } from './decade.ts';
import { DEVICES_PROBE } from './devices.ts';
import type { Probe } from './probe.ts';
import { TEXTS_PROBE } from './texts.ts';
import { WIDE_PROBE } from './wide.ts';

export const PROBES: readonly Probe[] = [
  DEVICES_PROBE,
  WIDE_PROBE,
  CROWD_PROBE,
  BUSINESS_PROBE,
  TEXTS_PROBE,
  DECADE_PROBE,
];
