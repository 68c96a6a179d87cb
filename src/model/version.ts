/** The product's name on the wire. test/docs.test.ts checks that it agrees with package.json and manifest.json. */
export const PRODUCT = { name: 'insights-mcp', title: 'Insights', version: '0.1.0' } as const;

/** The product's mark: three growing bars, on a ground that shows in light and in dark. */
export const ICON_TYPE = 'image/svg+xml';
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#2060df"/><path d="M7 18v-5M12 18V9M17 18V5" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>';
export const ICON_PATH = '/icon.svg';
