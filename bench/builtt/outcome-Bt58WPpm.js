export { t as outcomeOf, n as reasonsIn } from "./outcome-DyjwZSf6.js";
