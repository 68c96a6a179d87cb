/** Reads packages from the lockfile: licences, integrity hashes, install scripts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const LOCK = resolve(import.meta.dirname, '../../package-lock.json');

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** As its manifest says it. */
  readonly license: string;
  /** Whether it is installed with ours. */
  readonly is_used: boolean;
  readonly integrity: string | null;
  readonly has_install_script: boolean;
}

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

/** @param lock a lockfile; ours unless said */
export function lockedPackages(lock = LOCK): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => ({
      name: one.name ?? path.split('node_modules/').at(-1)!,
      version: one.version,
      license: one.license ?? 'none',
      is_used: one.dev !== true,
      integrity: one.integrity ?? null,
      has_install_script: one.hasInstallScript === true,
    }));
}

/** Installed for the build only; a part of them lies in our package. */
const SHIPPED: Readonly<Record<string, string>> = {
  'inter-ui': 'the letters of pictures (`dist/assets`, with its licence)',
  'world-atlas': 'outlines of countries (`chart/world.json`)',
};

export function licencesPage(): string {
  const row = ({ name, version, license }: LockedPackage) => `| ${name} | ${version} | ${license} |`;
  const all = lockedPackages();
  const used = all.filter(({ is_used }) => is_used);
  const parts = all.filter(({ name }) => name in SHIPPED);
  return `# Licences

insights-mcp is under the MIT licence ([LICENSE](../LICENSE)). These packages are installed with it:

| package | version | licence |
|---|---|---|
${[...new Set(used.map(row))].sort().join('\n')}

And parts of these lie in the package itself:

| package | version | licence | what |
|---|---|---|---|
${parts.map((one) => `${row(one)} ${SHIPPED[one.name]} |`).join('\n')}

The list is written from the lockfile by \`npx vitest run test/supply.test.ts -u\`; the test refuses terms that nobody has agreed to. Each release comes
with a bill of materials (\`sbom.cdx.json\`, CycloneDX).
`;
}
