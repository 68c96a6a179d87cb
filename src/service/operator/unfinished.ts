/** For commands, which reach no deeper: files and folders that are complete or do not exist. */
export { appear, bringToDisk, forgetUnfinished, unfinishedBeside } from '../../store/file/unfinished.ts';
