export { n as startRehearsing } from "./rehearse-BiQh5Dcr.js";
