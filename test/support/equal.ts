/** Files of set-up run once for each file of tests; what they import runs once in each process. */
import './equality.ts';
