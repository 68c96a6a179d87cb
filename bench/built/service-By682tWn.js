export { t as openService } from "./service-BBnXkGJu.js";
