/** A whole server for those who have none: it loads and allows what the .htaccess needs, and no more. */

/** Where Debian puts modules; see https://httpd.apache.org/docs/2.4/mod/mod_so.html#loadmodule */
const MODULE_FOLDER = "/usr/lib/apache2/modules";
const MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "rewrite"];

/** INSTANTS_ROOT is the folder of the tree; it must be absolute, or the server refuses to start. */
export const SERVER_CONFIG = `${[
	"# Written by the build.",
	"Listen 8080",
	"ServerName localhost",
	"ServerTokens Prod",
	"TraceEnable Off",
	"# Where root starts it, its workers are someone else, who must be able to read the tree.",
	"User www-data",
	"Group www-data",
	"DefaultRuntimeDir .",
	"PidFile httpd.pid",
	"ErrorLog error.log",
	...MODULES.map((name) => `LoadModule ${name}_module ${MODULE_FOLDER}/mod_${name}.so`),
	"TypesConfig /dev/null",
	'DocumentRoot "$' + '{INSTANTS_ROOT}"',
	'<Directory "/">',
	"	Require all denied",
	"</Directory>",
	'<Directory "$' + '{INSTANTS_ROOT}">',
	"	Require all granted",
	"	AllowOverride All",
	"	Options FollowSymLinks",
	"</Directory>",
].join("\n")}\n`;
