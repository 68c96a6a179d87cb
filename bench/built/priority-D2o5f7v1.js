import { constants, setPriority } from "node:os";
// src/service/threads/priority.ts
/**
* Questions and upkeep may take all cores there are; whoever sends an event meanwhile must not wait for one. The threads
* that do them come second where others want the same core, and lose nothing where nobody does.
*/
/** Of the calling thread: Linux keeps a priority for each of them. Elsewhere it would be that of the whole process. */
function stepBack() {
	if (process.platform !== "linux") return;
	try {
		setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {}
}
export { stepBack as t };

//# sourceMappingURL=priority-D2o5f7v1.js.map