/**
 * Puts together what is no TypeScript of the server's: the chart view as one file of HTML, and the fonts of pictures.
 * It runs when packages are installed, before a build and before tests. Plain JavaScript, as the Node that installs may be an old one.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist', 'assets');

export default async function assets() {
  mkdirSync(out, { recursive: true });
  const fonts = join(root, 'node_modules', 'inter-ui');
  for (const name of ['Inter-Regular.woff2', 'Inter-SemiBold.woff2'])
    copyFileSync(join(fonts, 'web', name), join(out, name));
  copyFileSync(join(fonts, 'LICENSE.txt'), join(out, 'Inter-LICENSE.txt'));
  // Under a name of its own first: a server may read it at any time.
  const fresh = join(out, `chart.${process.pid}.html`);
  writeFileSync(fresh, await chartView());
  renameSync(fresh, join(out, 'chart.html'));
}

/** The script is in the page: a host loads one file, and nothing else may be loaded from it. */
async function chartView() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(root, 'src', 'view', 'main.ts'),
    platform: 'browser',
    // It says nothing that a bundle would need, and leads to files that a package does not have.
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  const page = readFileSync(join(root, 'src', 'view', 'chart.html'), 'utf8');
  // A function, as the script may hold what a replacement text takes for a pattern.
  return page.replace('/* script */', () => output[0].code.replaceAll('</script', '<\\/script').trim());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Without the packages for development there is nothing to build with: whoever installs so has it all from the package.
  if (existsSync(join(root, 'node_modules', 'inter-ui')) || process.env['npm_lifecycle_event'] !== 'prepare')
    await assets();
}
