/** For commands, which reach no deeper: files and folders that are complete or do not exist. */
export { appear, bringToDisk, finishedName, forgetUnfinished, unfinishedBeside } from '../../store/file/unfinished.ts';
