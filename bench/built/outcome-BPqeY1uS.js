export { t as outcomeOf } from "./outcome-BGU2gl5c.js";
