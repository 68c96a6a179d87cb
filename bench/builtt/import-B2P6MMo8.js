export { t as importFiles } from "./import-Bvft-Tvf.js";
