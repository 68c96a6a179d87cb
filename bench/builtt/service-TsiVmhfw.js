export { t as openService } from "./service-D6L-yn6S.js";
