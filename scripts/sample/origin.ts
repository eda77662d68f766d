/** What every file made here says of itself: where it comes from and that all may use it. */

/** A file without it is somebody else's, and stays as it is. */
export const MARK = "made by instants/scripts/sample";

export const LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/";
