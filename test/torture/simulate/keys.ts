/** API keys that end by themselves, and are rotated before. */
import { hashSecret, localOwner } from '../../../src/service/access/authenticate.ts';
import { createKey, isActive, type NewKey, rotateKey as rotate } from '../../../src/service/access/keys.ts';
import { codeOf } from './refusal.ts';
import type { World } from './world.ts';

const LIVES_MS = 3 * 86_400_000;

function makeKey(world: World): void {
  const { service, model, now_ms } = world;
  const owner = localOwner(service).user.id;
  changeKeys(world, () => {
    const named: NewKey = { user_id: owner, label: 'simulated', scopes: ['*'], project_ids: null, lives_ms: LIVES_MS };
    const { value } = createKey(service, named);
    model.keys.set(value, now_ms + LIVES_MS);
  });
}

export function rotateKey(world: World, grace_ms: number): void {
  const { service, model, now_ms } = world;
  const active = service.store.keys.list().filter((key) => isActive(key, now_ms));
  const key = active[world.random.below(Math.max(1, active.length))];
  if (key === undefined) {
    makeKey(world);
    return;
  }
  const old = [...model.keys].find(([text]) => hashSecret(text) === key.hash);
  changeKeys(world, () => {
    const { value } = rotate(service, key.id, grace_ms);
    // As long as the old one would have lived, which may have been rotated before.
    model.keys.set(value, now_ms + (key.expires_at_ms! - key.created_at_ms));
    if (old !== undefined) model.keys.set(old[0], Math.min(old[1], now_ms + grace_ms));
  });
}

function changeKeys(world: World, change: () => void): void {
  try {
    change();
    world.logSynced();
  } catch (error) {
    codeOf(error);
  }
}
