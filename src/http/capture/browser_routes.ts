/** What the browser library loads and asks, apart from sending events. Open to every origin, because the token is public. */
import { Hono } from 'hono';
import type { Service } from '../../service/contract/context.ts';
import { EMPTY_LISTS, remoteConfig, remoteConfigScript } from '../browser/config.ts';
import { BrowserFiles } from '../browser/files.ts';
import { answered, bothForms, openToAllOrigins } from './capture.ts';

const SCRIPT = { 'content-type': 'application/javascript' };

export function browserRoutes(service: Service): Hono {
  const routes = new Hono();
  const files = new BrowserFiles();
  const projectOf = (token: string) => service.store.projects.byToken(token);
  const lists = Object.keys(EMPTY_LISTS);
  for (const path of ['/array/*', '/static/*', ...bothForms(lists)]) routes.use(path, openToAllOrigins);
  for (const path of bothForms(['/array/:token/config'])) {
    routes.get(path, (c) => c.json(remoteConfig(c.req.param('token') ?? '', projectOf(c.req.param('token') ?? ''))));
  }
  routes.get('/array/:token/config.js', (c) => {
    const token = c.req.param('token');
    return c.body(remoteConfigScript(token, projectOf(token)), 200, SCRIPT);
  });
  // Library and settings in one, for snippets that name the token.
  routes.get('/array/:token/array.js', (c) =>
    answered(c, service, async () => {
      const token = c.req.param('token');
      return c.body(`${remoteConfigScript(token, projectOf(token))}\n${await files.text('array.js')}`, 200, SCRIPT);
    }),
  );
  routes.get('/static/:name', (c) => answered(c, service, () => files.answer(c.req.raw, c.req.param('name'), null)));
  routes.get('/static/:version/:name', (c) =>
    answered(c, service, () => files.answer(c.req.raw, c.req.param('name'), c.req.param('version'))),
  );
  for (const path of lists) {
    for (const form of bothForms([path])) routes.get(form, (c) => c.json({ [EMPTY_LISTS[path]!]: [] }));
  }
  return routes;
}
