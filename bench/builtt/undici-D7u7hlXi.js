import { t as require_undici } from "./undici-rjyYJeIT.js";
export default require_undici();
export {};
