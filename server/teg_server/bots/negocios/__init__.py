"""Computer players of T.E.G. de los Negocios; `levels.MAKERS` seats one."""
