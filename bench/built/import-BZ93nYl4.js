export { t as importFiles } from "./import-DoGapD-o.js";
