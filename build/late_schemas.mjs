/**
 * Makes the fields of object schemas when they are first used. The program has 220 such schemas and a start uses a few;
 * to make all of them takes as long as to load the code. Sources say `z.object({ … })`, the published program says
 * `z.object(late(() => ({ … })))`.
 */
import { parseAst } from 'rolldown/parseAst';

const HELPER = '\0late';

export function lateSchemas() {
  return {
    name: 'late-schemas',
    resolveId: (id) => (id === HELPER ? id : null),
    load: (id) => (id === HELPER ? `export ${late}` : null),
    transform: {
      filter: { id: /\/src\/.+\.ts$/, code: /\bz\.(object|looseObject)\(\{/ },
      handler: (code) => ({ code: `import { late } from ${JSON.stringify(HELPER)};${withLateFields(code)}` }),
    },
  };
}

function withLateFields(code) {
  const edits = shapesIn(parseAst(code, { lang: 'ts' })).flatMap(({ start, end }) => [
    { at: start, text: 'late(() => (' },
    { at: end, text: '))' },
  ]);
  edits.sort((left, right) => right.at - left.at);
  return edits.reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), code);
}

/** The object literals that `z.object` and `z.looseObject` are called with. */
function shapesIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(shapesIn);
  return isObjectSchema(node) ? [node.arguments[0], ...inside] : inside;
}

function isObjectSchema({ type, callee, arguments: sent }) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || callee.object.name !== 'z') return false;
  return /^(object|looseObject)$/.test(callee.property.name) && sent[0]?.type === 'ObjectExpression';
}

/** An object whose members are made when it is first looked into. Becomes a part of the program. */
function late(make) {
  let made;
  const members = () => (made ??= make());
  return new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(members(), name),
      has: (_, name) => Reflect.has(members(), name),
      ownKeys: () => Reflect.ownKeys(members()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(members(), name),
    },
  );
}
