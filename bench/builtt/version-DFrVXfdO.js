// src/model/version.ts
/** What the product is called on the wire. The tidy test holds it equal to package.json and manifest.json. */
const PRODUCT = {
	name: "insights-mcp",
	title: "Insights",
	version: "0.1.0"
};
/** The product's mark: three bars that grow, on a ground that is seen in light and in dark. */
const ICON_TYPE = "image/svg+xml";
const ICON_SVG = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><rect width=\"24\" height=\"24\" rx=\"5\" fill=\"#2060df\"/><path d=\"M7 18v-5M12 18V9M17 18V5\" stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\"/></svg>";
const ICON_PATH = "/icon.svg";
export { PRODUCT as i, ICON_SVG as n, ICON_TYPE as r, ICON_PATH as t };
