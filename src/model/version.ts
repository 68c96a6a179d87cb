/** What the product is called on the wire. The tidy test holds it equal to package.json and manifest.json. */
export const PRODUCT = { name: 'insights-mcp', title: 'Insights', version: '0.1.0' } as const;
