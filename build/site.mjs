/**
 * node build/site.mjs [FOLDER]
 * The repository's Markdown as a small site in site/: a page a file, links between them, no script. Any host of plain
 * files serves it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Chapter -> its pages, as they stand in the menu. */
const MENU = {
  Start: ['README.md', 'docs/install.md', 'docs/sending.md', 'docs/import.md'],
  Ask: ['docs/cookbook.md', 'docs/gallery.md', 'docs/sql.md', 'docs/api.md'],
  Operate: ['docs/operations.md', 'docs/scaling.md', 'docs/reliability.md', 'SECURITY.md'],
  Understand: ['docs/decisions.md', 'docs/performance.md', 'src/README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
};
const ADRS = readdirSync(join(root, 'docs', 'adr')).map((name) => `docs/adr/${name}`);
const PAGES = [...Object.values(MENU).flat(), 'docs/licences.md', ...ADRS];

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#dfe3e8,#30363d);--muted:light-dark(#59636e,#a3abb5);--tint:light-dark(#f4f6f9,#1d2127)}
body{margin:0;font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:15rem minmax(0,50rem);gap:3rem;padding:0 1.5rem}
nav{padding:2rem 0;font-size:.9rem}nav h2{font-size:.8rem;color:var(--muted);margin:1.2rem 0 .3rem}nav a{display:block;padding:.15rem 0;text-decoration:none}
nav [aria-current]{font-weight:600}main{padding:1rem 0 5rem}img{max-width:100%}pre{background:var(--tint);padding:.8rem;overflow-x:auto}
code{font-size:.88em}table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
@media(max-width:55rem){body{display:block}}`;

export function site(folder) {
  rmSync(folder, { recursive: true, force: true });
  const titles = new Map(PAGES.map((page) => [page, /^# (.+)$/m.exec(read(page))?.[1] ?? page]));
  for (const page of PAGES) {
    const file = join(folder, addressOf(page));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html(page, titles));
  }
  for (const name of [
    'gallery',
    'cookbook',
    ...readdirSync(join(root, 'docs')).filter((one) => /\.(svg|json)$/.test(one)),
  ])
    cpSync(join(root, 'docs', name), join(folder, 'docs', name), { recursive: true });
}

function read(page) {
  return readFileSync(join(root, page), 'utf8');
}

/** README.md -> index.html, docs/sql.md -> docs/sql.html */
function addressOf(page) {
  return page.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

function html(page, titles) {
  const menu = Object.entries(MENU).map(([chapter, pages]) => {
    const items = pages.map((other) => {
      const current = other === page ? ' aria-current="page"' : '';
      return `<a href="${linkTo(page, other)}"${current}>${escaped(titles.get(other))}</a>`;
    });
    return `<h2>${chapter}</h2>${items.join('')}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(titles.get(page))}</title><style>${STYLE}</style><nav>${menu.join('')}</nav><main>${bodyOf(page)}</main></html>\n`;
}

function bodyOf(page) {
  const seen = new Map();
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link') token.href = addressed(page, token.href);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text, seen)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(read(page));
}

/** As GitHub makes them, so that links work in both places. */
function idOf(text, seen) {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = seen.get(plain) ?? 0;
  seen.set(plain, times + 1);
  return times === 0 ? plain : `${plain}-${times}`;
}

/** Pages lead to pages; files of the repository that are no page lead nowhere but into the repository. */
function addressed(page, href) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path, mark] = href.split('#');
  const target = join(dirname(page), path).replaceAll('\\', '/');
  if (!PAGES.includes(target)) return href;
  return linkTo(page, target) + (mark === undefined ? '' : `#${mark}`);
}

function linkTo(page, other) {
  return relative(dirname(page), addressOf(other)).replaceAll('\\', '/') || addressOf(other);
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) site(process.argv[2] ?? join(root, 'site'));
